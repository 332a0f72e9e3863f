import type { Output } from '#shared/http/contract.ts';
import type { familiesContract } from '#shared/options/families/contract.ts';
import { familyScreenWordings } from '#shared/options/families/wordings.ts';
import { reportWordings } from '#shared/reports/wordings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { NumberCell, NumberHead, Table } from '../../../ui/display/table.tsx';
import styles from './families.module.css';

export type FamilyAccountCounts = Output<typeof familiesContract.readFamilyAccounts>;

interface FamilyCountsByClassProps {
  classes: FamilyAccountCounts['classes'];
  /** Which lines are shown; the school's has all classes. */
  isShown: (ofClass: FamilyAccountCounts['classes'][number]) => boolean;
  /** A term is posted, so that openings are counted. */
  hasReports: boolean;
  onOpen: (classId: string) => void;
  onLinks: (classId: string) => void;
}

/** A line a class: how many students have an account, sign in and opened their report; the school's last. */
export function FamilyCountsByClass({ classes, isShown, hasReports, onOpen, onLinks }: FamilyCountsByClassProps) {
  const figures = [
    'students',
    'accounts',
    'signed_in',
    ...(hasReports ? (['opened', 'opened_by_link', 'unopened', 'links'] as const) : []),
  ] as const;
  const sum = (of: (typeof figures)[number]) => classes.reduce((total, one) => total + one[of], 0);
  return (
    <Table label="Classes" stickyFirst>
      <thead>
        <tr>
          <th scope="col">Class</th>
          <NumberHead>Students</NumberHead>
          <NumberHead>Accounts</NumberHead>
          <NumberHead>Signed in</NumberHead>
          {hasReports && <NumberHead>Opened</NumberHead>}
          {hasReports && <NumberHead>{reportWordings.openedByLink}</NumberHead>}
          {hasReports && <NumberHead>{familyScreenWordings.notOpened}</NumberHead>}
          {hasReports && <NumberHead>Open links</NumberHead>}
          <th scope="col">Students and letters</th>
        </tr>
      </thead>
      <tbody>
        {classes.filter(isShown).map(({ class_id, ...one }) => (
          <tr key={class_id}>
            <th scope="row">{class_id}</th>
            {figures.map((name) => (
              <NumberCell key={name}>{one[name]}</NumberCell>
            ))}
            <td className={styles.buttons}>
              <Button aria-label={`Open ${class_id}`} onClick={() => onOpen(class_id)}>
                Open
              </Button>
              {hasReports && (
                <>
                  {' '}
                  <Button aria-label={`Links of ${class_id}`} onClick={() => onLinks(class_id)}>
                    Links
                  </Button>
                </>
              )}
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row">School</th>
          {figures.map((name) => (
            <NumberCell key={name}>{sum(name)}</NumberCell>
          ))}
          <td />
        </tr>
      </tbody>
    </Table>
  );
}
