/**
 * The lines in which Pulumi's own engine and SDK print properties as they are, secrets included: with `--debug` or from
 * `-v=9` on. Nothing on the side of a provider or a program keeps them from it.
 */
const shapes = [
  // The engine's log, of what goes to and comes from programs and providers.
  /^\{"time":"[^"]+","level":"INFO","msg":"(?:Unm|M)arshaling property for RPC\[/,
  // What the SDK says in the program's process when a resource is registered: in the log, and as the engine's event.
  /^\{"time":"[^"]+","level":"INFO","msg":"(?:eventSink::Debug\(<\{%reset%\}>)?RegisterResource RPC finished: /,
  /^ *(?:pulumi:pulumi:Stack \S+ (?:running )?)?debug: RegisterResource RPC finished: /,
  /^\{"sequence":\d+,"timestamp":\d+,"diagnosticEvent":\{[^{}]*"message":"[^"]*RegisterResource RPC finished: /,
]

/** A text without such lines, and these. */
export function withoutPulumisOwn(text: string): { ours: string; pulumis: string[] } {
  const lines = text.split('\n')
  const isPulumis = (line: string) => shapes.some((shape) => shape.test(line))
  return { ours: lines.filter((line) => !isPulumis(line)).join('\n'), pulumis: lines.filter(isPulumis) }
}
