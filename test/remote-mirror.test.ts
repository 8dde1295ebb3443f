import { remoteMirror } from '../provider/remote-mirror'
import { conforms } from './support/conforms'

conforms(remoteMirror, {
  args: {
    project: 'acme/web',
    url: 'https://example.com/acme/web.git',
    username: 'mirror',
    password: 'opensesame-1',
    enabled: true,
    onlyProtectedBranches: true,
    keepDivergentRefs: true,
    mirrorBranchRegex: null,
    authMethod: 'password',
  },
  changes: {
    enabled: false,
    onlyProtectedBranches: false,
    keepDivergentRefs: false,
    mirrorBranchRegex: 'release/.*',
    authMethod: 'ssh_public_key',
  },
  given: {
    mirrorBranchRegex: { onlyProtectedBranches: false },
    authMethod: { url: 'ssh://git@example.com/acme/web.git', username: null, password: null },
  },
  replaces: {
    project: 'acme/api',
    url: 'https://example.com/acme/other.git',
    username: 'someone',
    password: 'opensesame-2',
  },
  spellings: {
    project: [1, '/acme/web'],
    url: ['HTTPS://Example.com/acme/web.git', 'https://example.com:443/acme/web.git'],
  },
  refused: [
    ['url', 'https://user:geheim@example.com/x.git', /must not hold credentials/],
    ['url', 'git@example.com:acme/web.git', /write it as "ssh:\/\/git@example\.com\/acme\/web\.git"/],
    ['url', 'ftp://example.com/x', /must be a URL that begins with/],
    ['url', 'example.com/x', /must be a URL/],
    ['authMethod', 'none', /one of "password", "ssh_public_key"/],
    ['authMethod', 'ssh_public_key', /needs a url that begins with ssh:\/\//],
    ['mirrorBranchRegex', 'main', /exclude each other/],
    ['username', null, /password needs a username/],
  ],
})
