import { type AccessLine, accessWords } from '#shared/auth/own-account.ts';
import { momentText } from '../../history/moment-text.ts';
import styles from './my-account.module.css';
import { Section } from './section.tsx';

/** What happened at the door under one's own name, so that somebody else's tries are seen. */
export const SignInsSection = ({ events }: { events: readonly AccessLine[] }) => (
  <Section title="Recent sign-ins" text="If something here was not you, change your password and tell the office.">
    {events.length === 0 ? (
      <p className={styles.detail}>Nothing yet.</p>
    ) : (
      <ul className={styles.list}>
        {events.map(({ kind, at, network }) => (
          <li key={`${at} ${kind}`}>
            <span className={refusals.has(kind) ? styles.refused : undefined}>{accessWords[kind]}</span>
            <span className={styles.detail}>
              {momentText(at)}, network {network}
            </span>
          </li>
        ))}
      </ul>
    )}
  </Section>
);

const refusals: ReadonlySet<string> = new Set<AccessLine['kind']>(['refused', 'locked out']);
