import { pluralize } from '#shared/pluralize.ts';
import type { ActToTell, ToldAct } from '../../platform/table/told-acts.ts';

/** Stations, and scans that one of them refused. */
export const toldActs = {
  station: ({ changes: [first] }) => {
    if (first?.field === 'name') return { says: `Made the station ${String(first.after)}` };
    return {
      says: (first?.after ?? null) === null ? 'Opened the link of a station again' : 'Ended the link of a station',
    };
  },
  'refused-scans': ({ changes }) => {
    const [first] = changes;
    const count = (what: string) => pluralize(changes.length, what);
    if (first?.after === 'taken') return { says: `Took ${count('refused scan')}` };
    return {
      says:
        first?.after === 'dismissed' ? `Dismissed ${count('refused scan')}` : `Listed ${count('dismissed scan')} again`,
    };
  },
} satisfies Record<string, (act: ActToTell) => ToldAct>;
