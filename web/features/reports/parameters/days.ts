import * as z from 'zod/mini';
import { day } from '#shared/http/fields.ts';

/** Says that the days of a range are in the wrong order, at the second one. */
export const inOrder = z.refine<{ from: string | null; to: string | null }>(
  ({ from, to }) => from === null || to === null || from <= to,
  { error: 'The last day is before the first.', path: ['to'] },
);

export const optionalDay = z.lazy(() => z.nullable(day));

/** First and last day of a range in the address; a single day is both (product §5). */
export function daysOf(range: string | null): { from: string | null; to: string | null } {
  const [from = null, to = null] = range?.split(',') ?? [];
  return { from, to: to === from ? null : to };
}

/** The range of the address for a first and a last day; one of them alone is a range of one day. */
export function rangeOf({ from, to }: { from: string | null; to: string | null }): string | null {
  const first = from ?? to;
  return first === null ? null : `${first},${to ?? first}`;
}
