import { type AccessLine, accessWords } from '#shared/accounts/auth/own-account.ts';
import { Row, RowList } from '../../../ui/display/row-list.tsx';
import { momentText } from '../../../ui/fields/dates/school-clock.ts';
import styles from './my-account.module.css';
import { Section } from './section.tsx';

/** What happened at the door under one's own name, so that somebody else's tries are seen. */
export const SignInsSection = ({ events }: { events: readonly AccessLine[] }) => (
  <Section title="Recent sign-ins" text="If something here was not you, change your password and tell the office.">
    {events.length === 0 ? (
      <p className={styles.text}>Nothing yet.</p>
    ) : (
      <RowList>
        {events.map(({ kind, at, network }, index) => (
          <Row
            // Two may be of one moment, and events have no names; the list is read as a whole, and never reordered.
            // biome-ignore lint/suspicious/noArrayIndexKey: as said above.
            key={index}
            what={<span className={refusals.has(kind) ? styles.refused : undefined}>{accessWords[kind]}</span>}
            detail={`${momentText(at)}, network ${network}`}
          />
        ))}
      </RowList>
    )}
  </Section>
);

const refusals: ReadonlySet<string> = new Set<AccessLine['kind']>(['refused', 'locked out', 'code refused']);
