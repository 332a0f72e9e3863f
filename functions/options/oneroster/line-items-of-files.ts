import { inParallel } from '../../platform/in-parallel.ts';
import { executeAction } from '../../platform/table/action.ts';
import { entity } from '../../platform/table/entity.ts';
import { readMany, splitIntoPieces, writeBatches, writeBatchSize } from '../../platform/table/table.ts';

/** What a line item of another system says of its results. */
export interface LineItemFacts {
  title: string;
  /** The title of its category; empty where it has none. */
  category: string;
  /** As the file names it. */
  subject: string;
  formLevel: number | null;
  /** In which its school year begins. */
  year: number;
  term: 1 | 2 | 3;
  /** The day behind the last one of its term, yyyy-MM-dd; empty where the file does not say. */
  termEnd: string;
  /** What a score is out of; null where the file does not say. */
  max: number | null;
}

/**
 * A line item that a file brought: a later file with changes may have its results alone. The school keeps marks of
 * earlier terms as reports have them, and so has no such object itself.
 */
export interface LineItemOfFilesItem {
  sourcedId: string;
  /** What each import said, the latest last: the undo of one leaves what the others said. `at` is UTC. */
  said: (LineItemFacts & { run: string; at: string })[];
}

export const LineItemOfFilesEntity = entity<LineItemOfFilesItem>()({
  name: 'roster-line-item',
  pk: 'roster-line-items',
  sk: '${sourcedId}',
});

/** Requests at a time. */
const atOnce = 6;
/** An import can be undone for thirty days: of what is older the latest is enough. */
const undoDays = 31;

/** The line items of earlier files that have these ids. */
export async function readLineItemsOfFiles(ids: readonly string[]): Promise<ReadonlyMap<string, LineItemFacts>> {
  const items = await readMany(ids.map((sourcedId) => LineItemOfFilesEntity.key({ sourcedId })));
  return new Map(
    items.flatMap(({ sourcedId, said }) => {
      const latest = said.at(-1);
      return latest ? [[sourcedId, latest] as const] : [];
    }),
  );
}

/** Remembers the line items of a file. Repeated, it ends the same. */
export async function rememberLineItems(
  facts: ReadonlyMap<string, LineItemFacts>,
  { run, now }: { run: string; now: Date },
): Promise<void> {
  const ids = [...facts.keys()];
  const stored = await readMany(ids.map((sourcedId) => LineItemOfFilesEntity.key({ sourcedId })));
  const before = new Map(stored.map(({ sourcedId, said }) => [sourcedId, said]));
  const items = [...facts].map(([sourcedId, own]): LineItemOfFilesItem => {
    const others = (before.get(sourcedId) ?? []).filter((one) => one.run !== run);
    const kept = others.filter(({ at }, index) => index === others.length - 1 || daysSince(at, now) <= undoDays);
    return { sourcedId, said: [...kept, { ...own, run, at: now.toISOString() }] };
  });
  const lanes = splitIntoPieces(items, Math.max(writeBatchSize, Math.ceil(items.length / atOnce)));
  await Promise.all(lanes.map((lane) => writeBatches(lane.map((item) => LineItemOfFilesEntity.item(item)))));
}

/** Forgets what a run said of line items. Repeated, it ends the same. */
export async function forgetLineItems(run: string): Promise<void> {
  const items = (await LineItemOfFilesEntity.query({})).filter(({ said }) => said.some((one) => one.run === run));
  await inParallel(items, {
    atOnce,
    does: ({ sourcedId, said }) => {
      const others = said.filter((one) => one.run !== run);
      return executeAction(
        others.length > 0
          ? LineItemOfFilesEntity.put({ sourcedId, said: others })
          : LineItemOfFilesEntity.delete({ sourcedId }),
      );
    },
  });
}

const daysSince = (at: string, now: Date): number => (now.getTime() - Date.parse(at)) / 86_400_000;
