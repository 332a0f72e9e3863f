import type { Output } from '#shared/http/contract.ts';
import type { familiesContract } from '#shared/options/families/contract.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { NumberCell, NumberHead, Table } from '../../../ui/display/table.tsx';

interface MailCountsProps {
  classes: Output<typeof familiesContract.readFamilyMails>['classes'];
  onOpen: (classId: string) => void;
}

const figures = [
  ['students', 'Students'],
  ['waiting', 'Waiting'],
  ['sent', 'Sent'],
  ['perhaps', 'Perhaps not sent'],
  ['failed', 'Failed addresses'],
  ['without_address', 'No address'],
] as const;

/**
 * A line a class: e-mails that wait, went and perhaps did not, and students whose parents cannot be written to; the
 * school's last.
 */
export function MailCounts({ classes, onOpen }: MailCountsProps) {
  const sum = (of: (typeof figures)[number][0]) => classes.reduce((total, one) => total + one[of], 0);
  return (
    <Table label="Letters by class" stickyFirst folds>
      <thead>
        <tr>
          <th scope="col">Class</th>
          {figures.map(([name, heading]) => (
            <NumberHead key={name}>{heading}</NumberHead>
          ))}
          <th scope="col">Addresses and letters</th>
        </tr>
      </thead>
      <tbody>
        {classes
          .filter(({ students }) => students > 0)
          .map(({ class_id, ...one }) => (
            <tr key={class_id}>
              <th scope="row">{class_id}</th>
              {figures.map(([name, heading]) => (
                <NumberCell key={name} data-label={heading}>
                  {one[name]}
                </NumberCell>
              ))}
              <td>
                <Button aria-label={`Open letters of ${class_id}`} onClick={() => onOpen(class_id)}>
                  Open
                </Button>
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
