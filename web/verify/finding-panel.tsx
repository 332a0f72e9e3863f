import { academicYearTitle } from '#shared/school/academic-year.ts';
import { displayDate, displayMoment } from '#shared/school/display-date.ts';
import { schoolTime } from '#shared/school/school-time.ts';
import { type ComparedFigure, isSameFigure } from '#shared/verification/printed-card.ts';
import { displayCode, type SignedCard } from '#shared/verification/signed-card.ts';
import { verifyPageWordings as texts } from '#shared/verification/wordings.ts';
import type { CheckFinding } from './check.ts';
import styles from './verify.module.css';

const { labels } = texts;

/** What a check found: the outcome, and the signed figures large beside what a PDF says. */
export function FindingPanel({ finding, timeZone = 'UTC' }: { finding: CheckFinding; timeZone: string | undefined }) {
  if ('problem' in finding) return <p className={`card ${styles.problem}`}>{finding.problem}</p>;
  const { outcome, card, figures, statusAt } = finding;
  const isChanged = figures?.some((figure) => !isSameFigure(figure)) ?? false;
  const { head, text } =
    isChanged && outcome !== 'not ours' ? { head: texts.differs, text: texts.differsText } : texts.outcomes[outcome];
  const momentOf = (at: Date) => displayMoment(schoolTime(at, timeZone));
  return (
    <article className={`card ${styles.finding}`} data-outcome={isChanged ? 'not ours' : outcome}>
      <h2>{head}</h2>
      <p>{text}</p>
      {outcome !== 'not ours' && (
        <>
          {isChanged && outcome !== 'valid' && <p>{texts.outcomes[outcome].head}</p>}
          <Figures card={card} figures={figures} />
          {!figures && <p className={styles.compare}>{texts.compare}</p>}
          <p className="quiet">
            {texts.postedOn(displayDate(schoolTime(new Date(card.signedAt * 1000), timeZone).slice(0, 10)))}{' '}
            {statusAt && texts.listedAt(momentOf(statusAt))}
          </p>
        </>
      )}
    </article>
  );
}

function Figures({ card, figures }: { card: SignedCard; figures: readonly ComparedFigure[] | undefined }) {
  const shown: readonly ComparedFigure[] =
    figures ??
    [
      { label: labels.student, signed: card.initials },
      { label: labels.school, signed: card.school },
      { label: labels.term, signed: `${card.termTitle}, ${academicYearTitle(card.year)}` },
      { label: labels.classId, signed: card.classId },
      { label: labels.average, signed: card.average === null ? '--' : `${card.average} %` },
      ...card.subjects.map(({ title, total }) => ({ label: title, signed: total ?? '–' })),
    ].map((one) => ({ ...one, printed: null }));
  const { what, signed, printed } = texts.columns;
  return (
    <table className={styles.figures}>
      <thead>
        <tr>
          <th scope="col">{what}</th>
          <th scope="col">{signed}</th>
          {figures && <th scope="col">{printed}</th>}
        </tr>
      </thead>
      <tbody>
        {shown.map((figure, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two subjects may have one title.
          <tr key={at} data-differs={figures && !isSameFigure(figure) ? '' : undefined}>
            <th scope="row">{figure.label}</th>
            <td>{figure.signed}</td>
            {figures && <td>{figure.printed ?? texts.missing}</td>}
          </tr>
        ))}
        <tr>
          <th scope="row">{labels.code}</th>
          <td>{displayCode(card.code)}</td>
          {figures && <td />}
        </tr>
      </tbody>
    </table>
  );
}
