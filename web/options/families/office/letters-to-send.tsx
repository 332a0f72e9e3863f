import { useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import type { familiesContract } from '#shared/options/families/contract.ts';
import type { MailOccasion } from '#shared/options/families/mail-settings.ts';
import { mailScreenWordings as wordings } from '#shared/options/families/wordings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { NumberCell, NumberHead, Table } from '../../../ui/display/table.tsx';
import { MultiSelect } from '../../../ui/fields/multi-select.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { WholeDates } from '../../../ui/screen/whole-dates.tsx';
import styles from './families.module.css';

type FamilyMails = Output<typeof familiesContract.readFamilyMails>;
export type Occasion = FamilyMails['occasions'][number];

/** Which letters are to be sent: of which occasions, in which classes; no class means all. */
export interface ChosenLetters {
  occasions: readonly MailOccasion[];
  classIds: readonly string[];
}

/** What waits of each occasion in the chosen classes. */
export const countInClasses = (
  { occasions, classes }: FamilyMails,
  classIds: readonly string[],
): (Occasion & { waiting: number; students: number })[] =>
  occasions.map((one) => {
    const due = classes
      .filter(({ class_id }) => classIds.length === 0 || classIds.includes(class_id))
      .flatMap((ofClass) => ofClass.due.filter(({ occasion }) => occasion === one.occasion));
    const sum = (of: 'waiting' | 'students') => due.reduce((total, counted) => total + counted[of], 0);
    return { ...one, waiting: sum('waiting'), students: sum('students') };
  });

export const titleOf = ({ occasion, of }: Pick<Occasion, 'occasion' | 'of'>): string =>
  of === null ? wordings.occasions[occasion] : `${wordings.occasions[occasion]}, ${of}`;

interface LettersToSendProps {
  /** Of the chosen classes. */
  occasions: readonly Occasion[];
  classIds: readonly string[];
  chosen: ChosenLetters;
  onChosen: (chosen: ChosenLetters) => void;
}

/** A line an occasion, to choose, with its letter to read; and the classes that the letters go to. */
export function LettersToSend({ occasions, classIds, chosen, onChosen }: LettersToSendProps) {
  const [previewed, setPreviewed] = useState<Occasion | null>(null);
  const toggle = (occasion: MailOccasion, isWanted: boolean) =>
    onChosen({
      ...chosen,
      occasions: isWanted ? [...chosen.occasions, occasion] : chosen.occasions.filter((one) => one !== occasion),
    });
  return (
    <>
      <div className={styles.classes}>
        <MultiSelect
          label="Classes"
          options={classIds}
          value={chosen.classIds}
          placeholder={wordings.allClasses}
          onValueChange={(classes) => onChosen({ ...chosen, classIds: classes })}
        />
      </div>
      <Table label="What waits to be sent" folds>
        <thead>
          <tr>
            <th scope="col">Letters about</th>
            <NumberHead>E-mails</NumberHead>
            <NumberHead>Students</NumberHead>
            <th scope="col">Letter</th>
          </tr>
        </thead>
        <tbody>
          {occasions.map((one) => (
            <tr key={one.occasion}>
              <th scope="row">
                <Row as="label" gap={10} className={styles.occasion}>
                  <input
                    type="checkbox"
                    checked={chosen.occasions.includes(one.occasion)}
                    onChange={({ target }) => toggle(one.occasion, target.checked)}
                  />
                  <WholeDates>{titleOf(one)}</WholeDates>
                </Row>
              </th>
              <NumberCell data-label="E-mails">{one.waiting}</NumberCell>
              <NumberCell data-label="Students">{one.students}</NumberCell>
              <td>
                <Button aria-label={`Preview ${titleOf(one)}`} onClick={() => setPreviewed(one)}>
                  Preview
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {previewed && (
        <Dialog
          openedBy="act"
          open
          size="small"
          title={wordings.letterAbout(titleOf(previewed))}
          onClose={() => setPreviewed(null)}
          footer={<Button onClick={() => setPreviewed(null)}>Close</Button>}
        >
          <p>
            <strong>{previewed.letter.subject}</strong>
          </p>
          <p className={styles.letter}>{previewed.letter.text}</p>
        </Dialog>
      )}
    </>
  );
}
