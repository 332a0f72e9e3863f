import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useMedia } from '../screen/use-media.ts';
import { Button } from './button.tsx';
import styles from './folding-tools.module.css';

interface FoldingToolsProps {
  /** Name of the toolbar. */
  label: string;
  /** Always in sight. */
  first?: ReactNode;
  /**
   * The first is the last where all are in sight, as the main button of a screen is; or they are part of another line.
   */
  place?: 'end' | 'inline' | undefined;
  /** What the button that shows the others is called. */
  more?: string | undefined;
  /** On a phone behind a button, in as many lines as they need: nothing is beside the window. */
  children: ReactNode;
}

/** A toolbar of more buttons than a phone has room for. */
export function FoldingTools({ label, first, place, more = 'More', children }: FoldingToolsProps) {
  const id = useId();
  const isFolding = useMedia('(max-width: 800px)');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.tools} role="toolbar" aria-label={label} data-place={place}>
      {first}
      {isFolding && (
        <Button
          icon={isOpen ? ChevronUp : ChevronDown}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Fewer' : more}
        </Button>
      )}
      <div id={id} className={styles.rest} hidden={isFolding && !isOpen}>
        {children}
      </div>
    </div>
  );
}
