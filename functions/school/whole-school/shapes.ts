import { createHash } from 'node:crypto';
import type { RecordKind } from './record-kind.ts';

/**
 * Hash of all shapes of records, without what people read of them: where it is the same, a file's records are those of
 * this version.
 */
export function shapesOf(kinds: ReadonlyMap<string, RecordKind>): string {
  const shapes = [...kinds.values()].filter(({ secret }) => secret === undefined).map(shapeOf);
  return createHash('sha256').update(JSON.stringify(shapes.sort())).digest('hex');
}

/** A kind as text, without descriptions. */
export const shapeOf = (kind: Pick<RecordKind, 'name' | 'schema'>): string =>
  JSON.stringify([kind.name, kind.schema], (name, value) => (name === 'description' ? undefined : value));
