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

/** Of the reports of a term that was posted. */
const reportFigures = [
  ['opened', 'Opened'],
  ['opened_by_link', reportWordings.openedByLink],
  ['unopened', familyScreenWordings.notOpened],
  ['links', 'Open links'],
] as const;

/** A line a class: how many students have an account, sign in and opened their report; the school's last. */
export function FamilyCountsByClass({ classes, isShown, hasReports, onOpen, onLinks }: FamilyCountsByClassProps) {
  const figures = [
    ['students', 'Students'],
    ['accounts', 'Accounts'],
    ['signed_in', 'Signed in'],
    ...(hasReports ? reportFigures : []),
  ] as const;
  const sum = (of: (typeof figures)[number][0]) => classes.reduce((total, one) => total + one[of], 0);
  return (
    <Table label="Classes" stickyFirst folds>
      <thead>
        <tr>
          <th scope="col">Class</th>
          {figures.map(([name, heading]) => (
            <NumberHead key={name}>{heading}</NumberHead>
          ))}
          <th scope="col">Students and letters</th>
        </tr>
      </thead>
      <tbody>
        {classes.filter(isShown).map(({ class_id, ...one }) => (
          <tr key={class_id}>
            <th scope="row">{class_id}</th>
            {figures.map(([name, heading]) => (
              <NumberCell key={name} data-label={heading}>
                {one[name]}
              </NumberCell>
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
          {figures.map(([name, heading]) => (
            <NumberCell key={name} data-label={heading}>
              {sum(name)}
            </NumberCell>
          ))}
          <td />
        </tr>
      </tbody>
    </Table>
  );
}
