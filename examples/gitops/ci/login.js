// Exchanges the OpenID Connect token of this job for credentials, so that no long-lived secrets are stored as variables.
// These variables select the credentials; without any of them, the script does nothing:
//   AWS_ROLE_ARN                    state in S3
//   AZURE_CLIENT_ID, …_TENANT_ID    state in Azure Blob Storage
//   GCP_WORKLOAD_IDENTITY_PROVIDER  state in Google Cloud Storage; GCP_SERVICE_ACCOUNT is impersonated if set
//   VAULT_ADDR, VAULT_ROLE          TRUEUP_TOKEN and PULUMI_CONFIG_PASSPHRASE in VAULT_SECRET, from Vault or OpenBao
// On GitLab it prints "export" lines for the shell. On GitHub it writes to $GITHUB_ENV for the following steps.
'use strict'

const { mkdtempSync, writeFileSync } = require('node:fs')
const { tmpdir } = require('node:os')
const { join } = require('node:path')
const { run, setVariable } = require('./service')

const { env } = process
const audience = env.TRUEUP_OIDC_AUDIENCE || 'trueup'
const fromVault = ['TRUEUP_TOKEN', 'TRUEUP_COMMENT_TOKEN', 'PULUMI_CONFIG_PASSPHRASE']

async function main() {
  const forState = env.AWS_ROLE_ARN || env.AZURE_CLIENT_ID || env.GCP_WORKLOAD_IDENTITY_PROVIDER
  const forSecrets = env.VAULT_ADDR && env.VAULT_ROLE
  if (!forState && !forSecrets) return
  const token = env.TRUEUP_ID_TOKEN || (await githubToken())
  const found = { ...(forState ? stateVariables(token) : {}), ...(forSecrets ? await secrets(token) : {}) }
  for (const [name, value] of Object.entries(found)) setVariable(name, value, fromVault.includes(name))
}

async function githubToken() {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: bearer } = env
  if (!url) throw new Error('the job has no identity: it needs "id_tokens" in GitLab, "id-token: write" on GitHub.')
  const { value } = await ask('GET', `${url}&audience=${encodeURIComponent(audience)}`, {
    Authorization: `Bearer ${bearer}`,
  })
  return value
}

/** The cloud libraries read the token from a file and exchange it themselves. */
function stateVariables(token) {
  const folder = mkdtempSync(join(env.RUNNER_TEMP || tmpdir(), 'trueup-identity-'))
  const file = join(folder, 'token')
  writeFileSync(file, token, { mode: 0o600 })
  const found = {}
  if (env.AWS_ROLE_ARN) Object.assign(found, { AWS_WEB_IDENTITY_TOKEN_FILE: file, AWS_ROLE_SESSION_NAME: 'trueup' })
  if (env.AZURE_CLIENT_ID) found.AZURE_FEDERATED_TOKEN_FILE = file
  if (env.GCP_WORKLOAD_IDENTITY_PROVIDER) {
    found.GOOGLE_APPLICATION_CREDENTIALS = join(folder, 'google.json')
    writeFileSync(found.GOOGLE_APPLICATION_CREDENTIALS, JSON.stringify(googleCredentials(file)), { mode: 0o600 })
  }
  return found
}

function googleCredentials(file) {
  const account = env.GCP_SERVICE_ACCOUNT
  return {
    type: 'external_account',
    audience: `//iam.googleapis.com/${env.GCP_WORKLOAD_IDENTITY_PROVIDER}`,
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    token_url: 'https://sts.googleapis.com/v1/token',
    credential_source: { file },
    ...(account && {
      service_account_impersonation_url: `https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/${account}:generateAccessToken`,
    }),
  }
}

async function secrets(jwt) {
  const vault = `${env.VAULT_ADDR.replace(/\/+$/, '')}/v1`
  const login = { role: env.VAULT_ROLE, jwt }
  const { auth } = await ask('POST', `${vault}/auth/${env.VAULT_AUTH_PATH || 'jwt'}/login`, {}, login)
  const headers = { 'X-Vault-Token': auth.client_token }
  const { data } = await ask('GET', `${vault}/${env.VAULT_SECRET || 'secret/data/trueup'}`, headers)
  // Version 2 of the key-value store nests the values one level deeper.
  const values = data.data ?? data
  return Object.fromEntries(fromVault.flatMap((name) => (values[name] ? [[name, String(values[name])]] : [])))
}

async function ask(method, url, headers, body) {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (response.ok) return response.json()
  throw new Error(`${method} ${url.replace(/\?.*/, '')}: ${response.status} ${response.statusText}`)
}

run('login.js', main)
