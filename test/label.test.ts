import { label } from '../provider/label'
import { conforms } from './support/conforms'

conforms(label, {
  args: { project: 'acme/web', name: 'bug', color: 'crimson', description: 'Something is broken', priority: 2 },
  changes: { name: 'defect: ü ✓ / 100%', color: '#00FF00', description: 'It does not work', priority: 0 },
  replaces: { project: 'acme/api' },
  spellings: {
    project: [1, '1', '/acme/web/', 'ACME/Web'],
    name: ['  bug ', 'bug\n'],
    color: ['#DC143C', '#dc143c', 'Crimson', ' CRIMSON '],
  },
  refused: [
    ['project', 'web', /full path.*the group is missing, but is "web"/],
    ['project', 'https://gitlab.com/acme/web', /not a URL/],
    ['project', 'acme/../web', /full path/],
    ['project', 0, /a whole number from 1 or a text/],
    ['project', true, /a whole number from 1 or a text, but is true/],
    ['name', '', /must not be empty/],
    ['name', '  ', /must not be empty/],
    ['name', 'a,b', /comma/],
    ['name', 'x'.repeat(256), /at most 255 characters, has 256/],
    ['name', 5, /must be a text, but is 5/],
    ['color', 'reddish', /must be a colour like .*but is "reddish"/],
    ['color', '#12345', /must be a colour/],
    ['color', 255, /must be a text/],
    ['description', 'x'.repeat(512 * 1024 + 1), /at most 512 KiB/],
    ['priority', -1, /a whole number from 0 or null, but is -1/],
    ['priority', 1.5, /a whole number/],
    ['priority', '1', /a whole number from 0 or null, but is "1"/],
    ['onConflict', 'overwrite', /one of "fail", "adopt", "adopt-if-equal"/],
  ],
})
