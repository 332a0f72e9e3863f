import { ChevronRight, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { SiteAddress } from '../../address/use-address-state.ts';
import { Row } from '../layout/row.tsx';
import { Panel, Stack } from '../layout/stack.tsx';
import { Muted } from '../layout/text.tsx';
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
    <Panel as="ul" flush lined width={640} className={styles.choices}>
      {choices.map(({ key, to, ...line }) => (
        <li key={key}>
          {typeof to === 'string' ? (
            <Row as={Link} gap={16} to={to} className={styles.choice}>
              <Line {...line} />
            </Row>
          ) : (
            <Row as="button" gap={16} type="button" className={styles.choice} onClick={to}>
              <Line {...line} />
            </Row>
          )}
        </li>
      ))}
    </Panel>
  );
}

const Line = ({ icon: Icon, label, text }: Pick<Choice, 'icon' | 'label' | 'text'>) => (
  <>
    <Icon size={20} strokeWidth={1.75} aria-hidden />
    <Stack as="span" gap={2} grow>
      <strong>{label}</strong>
      <Muted as="span" size="13on18">
        {text}
      </Muted>
    </Stack>
    <ChevronRight size={18} aria-hidden />
  </>
);
