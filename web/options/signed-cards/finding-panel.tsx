import { judgeCard } from '#shared/options/signed-cards/checking/verdict.ts';
import { displayCode, type SignedCard } from '#shared/options/signed-cards/signed-card.ts';
import { verifyPageWordings as texts } from '#shared/options/signed-cards/wordings.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { displayDate, displayMoment } from '#shared/school/display-date.ts';
import { schoolTime } from '#shared/school/school-time.ts';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { WholeDates } from '../../ui/screen/whole-dates.tsx';
import type { CheckFinding } from './check.ts';
import styles from './verify.module.css';

const { labels } = texts;

/** What a check found: what the file is, and the figures that the school has signed. */
export function FindingPanel({ finding, timeZone = 'UTC' }: { finding: CheckFinding; timeZone: string | undefined }) {
  if ('problem' in finding) {
    return (
      <p className={`card ${styles.problem}`}>
        <WholeDates>{finding.problem}</WholeDates>
      </p>
    );
  }
  const { outcome, card, file, statusAt } = finding;
  const { head, text, tone } = judgeCard(finding, file);
  const momentOf = (at: Date) => displayMoment(schoolTime(at, timeZone));
  return (
    <article className={`card ${styles.finding}`} data-tone={tone}>
      <Row as="h2" gap={10}>
        <Sign tone={tone} />
        <span>{head}</span>
      </Row>
      <p>
        <WholeDates>{text}</WholeDates>
      </p>
      {outcome !== 'not ours' && (
        <>
          <Figures card={card} />
          <p className="quiet">
            <WholeDates>
              {texts.postedOn(displayDate(schoolTime(new Date(card.signedAt * 1000), timeZone).slice(0, 10)))}
            </WholeDates>{' '}
            <WholeDates>{statusAt && texts.listedAt(momentOf(statusAt))}</WholeDates>
          </p>
        </>
      )}
    </article>
  );
}

type Tone = ReturnType<typeof judgeCard>['tone'];

/** A tick, two lines, an exclamation mark or a cross: the words beside it say the same. */
const Sign = ({ tone }: { tone: Tone }) => (
  <svg className={styles.sign} viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="11" />
    <path d={signPaths[tone]} />
  </svg>
);

const signPaths: Record<Tone, string> = {
  good: 'M7 12.5l3.5 3.5L17 9',
  compare: 'M7.5 10h9M7.5 14h9',
  warning: 'M12 6.5v7M12 17v.5',
  bad: 'M8 8l8 8M16 8l-8 8',
};

/** Whose card it is, and below it the marks, as the school has signed them. */
function Figures({ card }: { card: SignedCard }) {
  const facts = [
    { label: labels.student, signed: card.initials },
    { label: labels.classId, signed: card.classId },
    { label: labels.term, signed: `${card.termTitle}, ${academicYearTitle(card.year)}` },
    { label: labels.average, signed: card.average === null ? '--' : `${card.average} %` },
    { label: labels.school, signed: card.school },
    { label: labels.code, signed: displayCode(card.code) },
  ];
  return (
    <>
      <Stack as="dl" pairs="always" gap={8} across={16} className={styles.facts}>
        {facts.map(({ label, signed }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <WholeDates>{signed}</WholeDates>
            </dd>
          </div>
        ))}
      </Stack>
      <table className={styles.figures}>
        <thead>
          <tr>
            <th scope="col">{texts.columns.what}</th>
            <th scope="col">{texts.columns.signed}</th>
          </tr>
        </thead>
        <tbody>
          {card.subjects.map(({ title, total }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two subjects may have one title.
            <tr key={at}>
              <th scope="row">{title}</th>
              <td>{total ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
