import { GripVertical, type LucideIcon } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Text } from '../../../ui/layout/text.tsx';
import styles from './layouts.module.css';
import type { DraggedLine } from './use-drag-order.ts';

/** What the parts of the editor take. */
export interface PartProps {
  layout: CardLayout;
  onChange: (layout: CardLayout) => void;
}

/** A button of a line: what it makes of the layout. */
interface LineAct {
  label: string;
  icon: LucideIcon;
  next: () => CardLayout;
  isOff?: boolean | undefined;
}

interface OrderLineProps extends PartProps {
  title: string;
  acts: readonly LineAct[];
  drag?: DraggedLine | undefined;
  /** In place of the title, such as a field that has it as its label. */
  children?: ReactNode;
}

const isSame = (one: CardLayout, other: CardLayout) => JSON.stringify(one) === JSON.stringify(other);

/**
 * A button that has moved with its line, or is gone with it, has lost the focus: the same button gets it again, or what
 * puts the line back.
 */
function keepFocus({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
  const part = currentTarget.closest('details');
  const label = currentTarget.getAttribute('aria-label');
  requestAnimationFrame(() => {
    if (!part || document.activeElement !== document.body) return;
    const again = [...part.querySelectorAll('button')].find((one) => one.getAttribute('aria-label') === label);
    (again ?? [...part.querySelectorAll<HTMLElement>('[role="combobox"]')].at(-1))?.focus();
  });
}

/** An entry of a list that the school puts in order: up, down, off, and by the mouse where it has a handle. */
export function OrderLine({ title, acts, drag, layout, onChange, children }: OrderLineProps) {
  return (
    <Row gap={8} align="end" {...drag?.line} className={styles.line}>
      {drag && (
        <span className={styles.handle} aria-hidden title={`Drag: ${title}`} {...drag.handle}>
          <GripVertical size={16} />
        </span>
      )}
      <Stack grow>{children ?? <Text className={styles.title}>{title}</Text>}</Stack>
      <Row gap={2}>
        {acts.map(({ label, icon, next, isOff }) => (
          <IconButton
            key={label}
            icon={icon}
            label={`${label}: ${title}`}
            aria-disabled={isOff || isSame(next(), layout) || undefined}
            onClick={(event) => {
              keepFocus(event);
              onChange(next());
            }}
          />
        ))}
      </Row>
    </Row>
  );
}

/** A heading of the school's own in place of ours. */
export const HeadingField = ({
  label,
  value,
  limit = 30,
  onChange,
}: {
  label: string;
  value: string | null | undefined;
  limit?: number;
  onChange: (heading: string) => void;
}) => (
  <TextField
    label={label}
    limit={limit}
    placeholder="Our heading"
    value={value ?? ''}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

/** A part of the editor that is folded away until it is wanted. */
export const FoldedPart = ({ title, children, isOpen }: { title: string; children: ReactNode; isOpen?: boolean }) => (
  <details className={styles.part} open={isOpen}>
    <summary>{title}</summary>
    <Stack as="section" gap={8} aria-label={title}>
      {children}
    </Stack>
  </details>
);
