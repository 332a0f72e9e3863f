import { Card } from '@aws-amplify/ui-react';
import { ChevronRight, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { SiteAddress } from '../../address/use-address-state.ts';
import styles from './next-step-list.module.css';

interface Choice {
  key: string;
  label: string;
  /** One sentence about what it is for. */
  text: string;
  icon: LucideIcon;
  /** Where it leads: an address, or what it does. */
  to: SiteAddress | (() => void);
}

/** A few ways to go on, one a line, each with a sentence about it. */
export function NextStepList({ choices }: { choices: readonly Choice[] }) {
  return (
    <Card as="ul" variation="outlined" className={`${styles.choices}`}>
      {choices.map(({ key, to, ...line }) => (
        <li key={key}>
          {typeof to === 'string' ? (
            <Link to={to} className={styles.choice}>
              <Line {...line} />
            </Link>
          ) : (
            <button type="button" className={styles.choice} onClick={to}>
              <Line {...line} />
            </button>
          )}
        </li>
      ))}
    </Card>
  );
}

const Line = ({ icon: Icon, label, text }: Pick<Choice, 'icon' | 'label' | 'text'>) => (
  <>
    <Icon size={20} strokeWidth={1.75} aria-hidden />
    <span>
      <strong>{label}</strong>
      <span>{text}</span>
    </span>
    <ChevronRight size={18} aria-hidden />
  </>
);
