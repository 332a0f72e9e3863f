import { academicYearTitle } from '#shared/school/academic-year.ts';
import { displayDate, displayMoment } from '#shared/school/display-date.ts';
import { schoolTime } from '#shared/school/school-time.ts';
import { displayCode, type SignedCard } from '#shared/verification/signed-card.ts';
import { judgeCard } from '#shared/verification/verdict.ts';
import { verifyPageWordings as texts } from '#shared/verification/wordings.ts';
import type { CheckFinding } from './check.ts';
import styles from './verify.module.css';

const { labels } = texts;

/** What a check found: what the file is, and the figures that the school has signed. */
export function FindingPanel({ finding, timeZone = 'UTC' }: { finding: CheckFinding; timeZone: string | undefined }) {
  if ('problem' in finding) return <p className={`card ${styles.problem}`}>{finding.problem}</p>;
  const { outcome, card, file, statusAt } = finding;
  const { head, text, tone } = judgeCard(finding, file);
  const momentOf = (at: Date) => displayMoment(schoolTime(at, timeZone));
  return (
    <article className={`card ${styles.finding}`} data-tone={tone}>
      <h2>{head}</h2>
      <p>{text}</p>
      {outcome !== 'not ours' && (
        <>
          <Figures card={card} />
          <p className="quiet">
            {texts.postedOn(displayDate(schoolTime(new Date(card.signedAt * 1000), timeZone).slice(0, 10)))}{' '}
            {statusAt && texts.listedAt(momentOf(statusAt))}
          </p>
        </>
      )}
    </article>
  );
}

function Figures({ card }: { card: SignedCard }) {
  const facts = [
    { label: labels.student, signed: card.initials },
    { label: labels.school, signed: card.school },
    { label: labels.term, signed: `${card.termTitle}, ${academicYearTitle(card.year)}` },
    { label: labels.classId, signed: card.classId },
    { label: labels.average, signed: card.average === null ? '--' : `${card.average} %` },
    ...card.subjects.map(({ title, total }) => ({ label: title, signed: total ?? '–' })),
    { label: labels.code, signed: displayCode(card.code) },
  ];
  return (
    <table className={styles.figures}>
      <thead>
        <tr>
          <th scope="col">{texts.columns.what}</th>
          <th scope="col">{texts.columns.signed}</th>
        </tr>
      </thead>
      <tbody>
        {facts.map(({ label, signed }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two subjects may have one title.
          <tr key={at}>
            <th scope="row">{label}</th>
            <td>{signed}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
