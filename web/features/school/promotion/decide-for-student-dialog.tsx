import { useState } from 'react';
import { pluralize } from '#shared/pluralize.ts';
import { decisionText } from '#shared/school/promotion.ts';
import { schoolScreenWordings } from '#shared/school/wordings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { FigureTile } from '../../../ui/display/figure-tile.tsx';
import { momentText } from '../../../ui/fields/dates/school-clock.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import styles from './plan.module.css';
import { listPlanChoiceOptions, type PlanClass, type PlanRow, planChoices, toDecision } from './plan-model.ts';

interface DecideForStudentDialogProps {
  row: PlanRow;
  classes: readonly PlanClass[];
  /** Why the plan is closed; null while it is open. */
  closed: string | null;
  isBusy: boolean;
  onDecide: (row: PlanRow, to: string | null) => Promise<boolean>;
  onClose: () => void;
}

/** One student: what the report card says, what is proposed and why, and the decision. */
export default function DecideForStudentDialog({
  row,
  classes,
  closed,
  isBusy,
  onDecide,
  onClose,
}: DecideForStudentDialogProps) {
  const { facts, decision, class_id: classId } = row;
  const [chosen, setChosen] = useState<string | null>(null);
  const options = listPlanChoiceOptions(classes).filter(({ value }) => toDecision(value, row) !== undefined);
  const present = options.find(
    ({ value }) => toDecision(value, row) === (decision?.to ?? null) && value !== planChoices.proposed,
  );
  const value = chosen ?? (row.isOutdated ? null : (present?.value ?? planChoices.nothing));
  const decide = async () => {
    const to = value === null ? undefined : toDecision(value, row);
    if (to !== undefined && (await onDecide(row, to))) onClose();
  };
  return (
    <Dialog
      openedBy="act"
      open
      title={row.name}
      text={`Class ${classId}, ID ${row.student_id}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={isBusy}
            disabled={closed !== null || value === null}
            onClick={() => void decide()}
          >
            Save
          </Button>
        </>
      }
    >
      <Stack className={styles.decide} shrinks gap={12}>
        {closed !== null && <Alert tone="info">{closed}</Alert>}
        {row.isOutdated && decision && (
          <Alert tone="warning">
            {`Decided in class ${decision.from_class}: ${decisionText(decision.to, decision.from_class ?? '')}. The student has changed class since; decide again, or the promotion passes over it.`}
          </Alert>
        )}
        <Row as="dl" align="stretch" wrap gap={8}>
          <FigureTile name="Average">
            <dd>{facts ? (facts.average ?? 'None') : '…'}</dd>
          </FigureTile>
          <FigureTile name="Passed">
            <dd>{facts ? `${facts.passed} of ${pluralize(facts.entered, 'subject')}` : '…'}</dd>
          </FigureTile>
          <FigureTile name="Attendance">
            <dd>{facts ? attendanceText(facts.attendance) : '…'}</dd>
          </FigureTile>
          <FigureTile name={schoolScreenWordings.byTheRule}>
            <dd>{row.rule_to === null ? 'Not known' : decisionText(row.rule_to, classId)}</dd>
          </FigureTile>
        </Row>
        {facts?.proposal && (
          <p>
            <strong>{`Proposed: ${decisionText(facts.proposal.to, classId)}.`}</strong>{' '}
            <span>{facts.proposal.reasons.join('. ')}</span>
          </p>
        )}
        <Select
          label="Coming year"
          placeholder="Choose"
          options={options}
          value={value}
          onValueChange={setChosen}
          disabled={closed !== null}
          hint={
            decision?.by && decision.at ? `Decided by ${decision.by}, ${momentText(decision.at)}` : 'Not decided yet'
          }
        />
      </Stack>
    </Dialog>
  );
}

const attendanceText = (percent: number | null): string => (percent === null ? 'Not known' : `${percent} %`);
