import { useQuery } from '@tanstack/react-query';
import { peopleContract } from '#shared/people/contract.ts';
import { periodTitle } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import type { SiteAddress } from '../../../address/use-address-state.ts';
import { queryOf } from '../../../api/query.ts';
import { screenTitles } from '../../../session/wordings.ts';
import { BackLink } from '../../../ui/controls/back-link.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import styles from './teacher-area.module.css';

interface WelcomeLineProps {
  name: string;
  /** Address of the main menu while an option is open; null on the menu itself. */
  backTo: SiteAddress | null;
}

/** Who is here and what period it is: the form class if there is one, then "Term {n}, {year}" (product §2). */
export function WelcomeLine({ name, backTo }: WelcomeLineProps) {
  const { data: period } = useQuery(queryOf(termsContract.readTermOverview, {}));
  const { data: formClasses = [] } = useQuery(queryOf(peopleContract.readFormTeacherClass, {}));
  const term = period?.current_term;
  const parts = [formClasses.map(({ class_name }) => class_name).join(', '), term && periodTitle(term)].filter(Boolean);
  return (
    <Row wrap gap={2} across={16} tone="muted" size={13} below={4} className={styles.line}>
      {backTo !== null && (
        <BackLink to={backTo} className={styles.back}>
          {screenTitles.backToMainMenu}
        </BackLink>
      )}
      <p className={styles.welcome}>
        Welcome, <strong>{name}</strong>
      </p>
      {/* Keeps its space while the period loads, so that nothing moves. */}
      <p className={styles.period}>{parts.join(' · ') || '\u00a0'}</p>
    </Row>
  );
}
