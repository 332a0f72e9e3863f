import type { ActToTell, ToldAct } from '../../platform/table/told-acts.ts';

/** Files that went out, and keys with what was read with them. */
export const toldActs = {
  'roster-file': () => ({ says: 'Began a OneRoster file of the school' }),
  'roster-key': ({ changes: [first] }) => {
    if (first?.field === 'read') return { says: `Read ${String(first.after)} with its key` };
    return {
      says:
        (first?.after ?? null) === null
          ? `Ended the key of ${String(first?.before)}`
          : `Made a key for ${String(first?.after)}`,
    };
  },
} satisfies Record<string, (act: ActToTell) => ToldAct>;
