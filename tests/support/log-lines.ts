import { vi } from 'vitest';

export type LogLine = Record<string, unknown> & { message?: string };

/**
 * Collects the lines that functions of this process log, and writes none of them, until `vi.restoreAllMocks`.
 * Powertools writes warnings and errors to the error stream; Lambda logs both streams alike.
 */
export function collectLog(): LogLine[] {
  const lines: LogLine[] = [];
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    vi.spyOn(stream, 'write').mockImplementation((text, ...rest) => {
      const line = String(text);
      if (!/^\{"(level|_aws)":/.test(line)) return write(text, ...(rest as []));
      lines.push(JSON.parse(line));
      return true;
    });
  }
  return lines;
}
