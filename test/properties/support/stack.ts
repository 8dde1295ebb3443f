import { Connection } from '../../../provider/core/service/connection'
import { ParentResolver } from '../../../provider/core/service/parents'
import { settings } from '../../../provider/core/service/settings'
import { provider } from '../../../provider/runtime'
import { Client } from '../../../sdk'
import { Engine } from '../../support/engine'

const retryDelayMs = 0

/** A resource with a new provider process for each operation. The processes share their sockets to save connections. */
export class Stack extends Engine {
  constructor(
    private readonly of: string,
    private readonly api: Client,
    private readonly token: string,
  ) {
    super(of, { url: api.baseUrl })
  }

  override process(): ReturnType<Engine['process']> {
    const made = new Process(this.api, this.token, this)
    return provider(this.of, () => made)
  }
}

class Process extends Connection {
  override readonly api: Client
  override readonly parents: ParentResolver

  constructor(api: Client, token: string, stack: Stack) {
    const config: Record<string, string> = { 'trueup:baseUrl': api.baseUrl, 'trueup:token': token }
    super(settings({ get: (key) => config[key] }, {}), stack, { retryDelayMs })
    this.api = api
    this.parents = new ParentResolver(api, (text) => this.warn(text))
  }
}

export const clientFor = (baseUrl: string, token: string): Client => new Client({ baseUrl, token, retryDelayMs })
