/**
 * The lines in which Pulumi's own engine and SDK print properties as they are, secrets included: with `--debug` or from
 * `-v=9` on. Nothing on the side of a provider or a program keeps them from it.
 */
const shapes = [
  // The log of the engine, with the properties of programs and providers.
  /^\{"time":"[^"]+","level":"INFO","msg":"(?:Unm|M)arshaling property for RPC\[/,
  // The message of the SDK when the program registers a resource: in the log, and as an event of the engine.
  /^\{"time":"[^"]+","level":"INFO","msg":"(?:eventSink::Debug\(<\{%reset%\}>)?RegisterResource RPC finished: /,
  /^ *(?:pulumi:pulumi:Stack \S+ (?:running )?)?debug: RegisterResource RPC finished: /,
  /^\{"sequence":\d+,"timestamp":\d+,"diagnosticEvent":\{[^{}]*"message":"[^"]*RegisterResource RPC finished: /,
]

/** Splits output into lines of Pulumi itself and the rest. */
export function withoutPulumisOwn(text: string): { ours: string; pulumis: string[] } {
  const lines = text.split('\n')
  const isPulumis = (line: string) => shapes.some((shape) => shape.test(line))
  return { ours: lines.filter((line) => !isPulumis(line)).join('\n'), pulumis: lines.filter(isPulumis) }
}
