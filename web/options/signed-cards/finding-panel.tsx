import { judgeCard } from '#shared/options/signed-cards/checking/verdict.ts';
import type { SignedDocument } from '#shared/options/signed-cards/document-credential.ts';
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
  const { outcome, file, statusAt } = finding;
  const of = 'document' in finding ? finding.document : finding.card;
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
          {'terms' in of ? <DocumentFacts document={of} /> : <CardFigures card={of} />}
          <p className="quiet">
            <WholeDates>
              {texts.postedOn(displayDate(schoolTime(new Date(of.signedAt * 1000), timeZone).slice(0, 10)))}
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
function CardFigures({ card }: { card: SignedCard }) {
  return (
    <>
      <Facts
        facts={[
          [labels.student, card.initials],
          [labels.classId, card.classId],
          [labels.term, `${card.termTitle}, ${academicYearTitle(card.year)}`],
          [labels.average, card.average === null ? '--' : `${card.average} %`],
          [labels.school, card.school],
          [labels.code, displayCode(card.code)],
        ]}
      />
      <Figures rows={card.subjects.map(({ title, total }) => [title, total])} />
    </>
  );
}

/** What a document is and whose, and the terms of a transcript. */
function DocumentFacts({ document }: { document: SignedDocument }) {
  const { title, number, initials, classId, enteredOn, leftOn, school, code, terms } = document;
  return (
    <>
      <Facts
        facts={[
          [labels.document, title],
          [labels.number, number],
          [labels.student, initials],
          [labels.classId, classId],
          ...(enteredOn === null ? [] : [[labels.entered, displayDate(enteredOn)] as const]),
          ...(leftOn === null ? [] : [[labels.left, displayDate(leftOn)] as const]),
          [labels.school, school],
          [labels.code, displayCode(code)],
        ]}
      />
      {terms.map((term) => (
        <Figures
          key={`${term.year} ${term.title}`}
          caption={`${term.title}, ${academicYearTitle(term.year)}`}
          rows={[
            ...term.subjects.map(
              (one) => [one.title, one.source === null ? one.mark : `${one.mark ?? '–'} (${one.source})`] as const,
            ),
            ...(term.average === null ? [] : [[labels.average, `${term.average} %`] as const]),
          ]}
        />
      ))}
    </>
  );
}

const Facts = ({ facts }: { facts: readonly (readonly [label: string, signed: string])[] }) => (
  <Stack as="dl" pairs="always" gap={8} across={16} className={styles.facts}>
    {facts.map(([label, signed]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          <WholeDates>{signed}</WholeDates>
        </dd>
      </div>
    ))}
  </Stack>
);

const Figures = ({
  caption,
  rows,
}: {
  caption?: string;
  rows: readonly (readonly [what: string, signed: string | null])[];
}) => (
  <table className={styles.figures}>
    {caption !== undefined && <caption>{caption}</caption>}
    <thead>
      <tr>
        <th scope="col">{texts.columns.what}</th>
        <th scope="col">{texts.columns.signed}</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(([what, signed], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two subjects may have one title.
        <tr key={at}>
          <th scope="row">{what}</th>
          <td>{signed ?? '–'}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
