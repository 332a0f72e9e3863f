import { Link } from 'react-router-dom';
import { stageScreenWords, signScreenWordings as wordings } from '#shared/options/sign-off/screen-wordings.ts';
import { displayMoment } from '#shared/school/display-date.ts';
import type { SiteAddress } from '../../address/use-address-state.ts';
import { Row } from '../../ui/layout/row.tsx';
import { WholeDates } from '../../ui/screen/whole-dates.tsx';
import styles from './sign-off.module.css';
import type { SignedReport } from './signing.ts';

/** Who has signed a report, post by post. */
export const StagesOfReport = ({ report: { stages, awaits } }: { report: SignedReport }) => (
  <Row as="ul" wrap gap={4} across={16} size={13}>
    {stages.map(({ stage, state, by, at }) => (
      <Row as="li" key={stage} gap={6} data-state={state} className={styles.stage}>
        <span className={styles.dot} aria-hidden />
        <span>
          <WholeDates>
            {`${stageScreenWords[stage].post}: ${
              state === 'signed'
                ? `${stageScreenWords[stage].done.toLowerCase()}, ${by ?? ''} ${at === null ? '' : displayMoment(at)}`
                : state === 'fell back'
                  ? wordings.fellBack.toLowerCase()
                  : stage === awaits
                    ? wordings.waits.toLowerCase()
                    : wordings.notYet.toLowerCase()
            }`}
          </WholeDates>
        </span>
      </Row>
    ))}
  </Row>
);

interface ChangedFieldsProps {
  report: SignedReport;
  /** Of a field of the record; null where the user cannot open it. */
  addressOf: (cell: string | null) => SiteAddress | null;
}

/** What is not as it was signed, by the first post whose signature fell back. */
export function ChangedFields({ report, addressOf }: ChangedFieldsProps) {
  const { changed = [] } = report.stages.find(({ state }) => state === 'fell back') ?? {};
  if (changed.length === 0) return null;
  return (
    <p className={styles.changed}>
      {wordings.changed}{' '}
      {changed.map(({ text, cell }, index) => {
        const to = cell === null ? null : addressOf(cell);
        return (
          <span key={text}>
            {index > 0 && ', '}
            {to === null ? text : <Link to={to}>{text}</Link>}
          </span>
        );
      })}
    </p>
  );
}
