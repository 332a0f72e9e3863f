import type { Stage } from '#shared/options/sign-off/stages.ts';
import type { SiteAddress } from '../../address/use-address-state.ts';
import { useSession } from '../../session/session.ts';
import { buildScreenAddress, sitePaths } from '../../session/site-paths.ts';

interface OfRecords {
  classId: string;
  year: number;
  term: 1 | 2 | 3;
  isCurrent: boolean;
  /** What the user signs as in the class: the principal reads cards alone. */
  signsAs: readonly Stage[];
}

/** Where the record of a student is, and one of its fields; null where the user cannot open it. */
export function useRecordAddress({ classId, year, term, isCurrent, signsAs }: OfRecords) {
  const session = useSession();
  const isOffice = session?.area === 'admin';
  const mayOpen = isOffice
    ? session.permissions.some(({ menu }) => menu === 'termReports')
    : signsAs.some((stage) => stage !== 'principal');
  return (studentId: string, cell: string | null): SiteAddress | null =>
    mayOpen
      ? buildScreenAddress(isOffice ? sitePaths.termDetails : sitePaths.viewReports, {
          class: classId,
          student: studentId,
          ...(cell === null ? {} : { field: cell }),
          ...(isCurrent ? {} : { year: String(year), term: String(term) }),
        })
      : null;
}
