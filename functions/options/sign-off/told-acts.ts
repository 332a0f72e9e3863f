import { pluralize } from '#shared/pluralize.ts';
import type { ActToTell, ToldAct } from '../../platform/table/told-acts.ts';

/** Signatures of reports. */
export const toldActs = {
  'report-signatures': ({ of: [year, term, classId], changes: [first], termText }) => {
    const about = `${classId}, ${termText(year, term)}`;
    const isSigned = (first?.after ?? null) !== null;
    const signed = (isSigned ? first?.after : first?.before) as unknown[] | null | undefined;
    const reports = pluralize(signed?.length ?? 0, 'report');
    return {
      about,
      says: isSigned
        ? `Signed ${reports} of ${about}, as ${first?.field}`
        : `Took back signatures of ${reports} of ${about}, as ${first?.field}`,
    };
  },
} satisfies Record<string, (act: ActToTell) => ToldAct>;
