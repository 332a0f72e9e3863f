import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { pluralize } from '#shared/pluralize.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import type { SelectOption } from '../../../ui/fields/select-popup.tsx';
import { Toolbar } from '../../../ui/layout/row.tsx';
import styles from './plan.module.css';
import { type PlanRow, toDecision } from './plan-model.ts';

interface SetManyProps {
  label: string;
  button: string;
  options: readonly SelectOption<string>[];
  /** The selected students, shown or not. */
  selected: readonly PlanRow[];
  isDisabled: boolean;
  isBusy: boolean;
  /** `remark`: whom it does not apply to. */
  onSet: (decided: readonly (readonly [PlanRow, string | null])[], remark?: string) => Promise<boolean>;
}

/** Sets the choice for all selected students, and says how many it does not apply to. */
export function DecideForSelected({ label, button, options, selected, isDisabled, isBusy, onSet }: SetManyProps) {
  const [choice, setChoice] = useState<string | null>(null);
  const set = async () => {
    if (choice === null) return;
    const decided = selected.flatMap((row) => {
      const to = toDecision(choice, row);
      return to === undefined ? [] : [[row, to] as const];
    });
    const left = selected.length - decided.length;
    await onSet(
      decided,
      left > 0
        ? `${pluralize(left, 'student has', 'students have')} no next class or no proposal: nothing was changed there.`
        : undefined,
    );
  };
  return (
    <Toolbar gap={8} across={12} className={styles.many}>
      <p role="status">{selected.length} selected</p>
      <Select
        label={label}
        placeholder="Choose"
        options={options}
        value={choice}
        onValueChange={setChoice}
        disabled={isDisabled}
      />
      <Button
        variant="primary"
        icon={ListChecks}
        busy={isBusy}
        disabled={isDisabled || choice === null || selected.length === 0}
        onClick={() => void set()}
      >
        {button}
      </Button>
    </Toolbar>
  );
}
