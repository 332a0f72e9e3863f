import * as z from 'zod/mini';
import { day } from '#shared/http/fields.ts';
import { councilLimits, joinNames, splitNames } from '#shared/options/sign-off/council/limits.ts';
import { councilWordings as wordings } from '#shared/options/sign-off/council/wordings.ts';
import { pluralize } from '#shared/pluralize.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { RemarkField } from '../../../features/term-reports/record/record-fields.tsx';
import { RefusedTextsContext } from '../../../features/term-reports/record/use-field-draft.ts';
import { DateField } from '../../../ui/fields/dates/date-field.tsx';
import { MultiSelect } from '../../../ui/fields/multi-select.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Panel } from '../../../ui/layout/stack.tsx';
import { Muted } from '../../../ui/layout/text.tsx';
import styles from './council.module.css';
import { meetingTarget } from './council-saves.ts';
import type { CouncilState, LoadedCouncil } from './use-council.ts';

interface MeetingPanelProps {
  loaded: LoadedCouncil;
  council: CouncilState;
  disabled: boolean;
}

/** When the council met, who was there, and what was said of the class: folded, as it is typed once. */
export function MeetingPanel({ loaded, council, disabled }: MeetingPanelProps) {
  const { meeting, writeMeeting } = council;
  const texts = council.refused(meetingTarget(loaded));
  const present = splitNames(meeting.present);
  const refused = texts.of('held_on');
  return (
    <Panel as="details" flush className={styles.meeting}>
      <Row as="summary" align="baseline" wrap gap={12}>
        <h2>{wordings.meeting}</h2>
        <Muted as="span" size="13on18">
          {meeting.held_on === null ? wordings.noDay : displayDate(meeting.held_on)} ·{' '}
          {present.length === 0 ? wordings.nobodyPresent : `${pluralize(present.length, 'teacher')} present`}
        </Muted>
      </Row>
      <RefusedTextsContext value={texts}>
        <div className={styles.meetingFields}>
          <div data-field="held_on">
            <DateField
              label={wordings.heldOn}
              value={refused?.typed ?? meeting.held_on}
              error={refused?.message}
              disabled={disabled}
              onValueChange={(value) => {
                const read = z.nullable(day).safeParse(value);
                if (!read.success) {
                  texts.keep('held_on', { typed: value ?? '', message: read.error.issues[0]?.message ?? '' });
                } else {
                  texts.keep('held_on', null);
                  writeMeeting('held_on', value);
                }
              }}
            />
          </div>
          <div data-field="present">
            <MultiSelect
              label={wordings.present}
              placeholder={wordings.nobodyPresent}
              options={[...loaded.teachers, ...present.filter((name) => !loaded.teachers.includes(name))]}
              value={present}
              disabled={disabled}
              onValueChange={(names) => writeMeeting('present', joinNames(names))}
            />
          </div>
          <RemarkField
            name="others"
            label={wordings.others}
            value={meeting.others}
            limit={councilLimits.others}
            rows={2}
            disabled={disabled}
            onValue={(value) => writeMeeting('others', value)}
          />
          <RemarkField
            name="remarks"
            label={wordings.remarks}
            value={meeting.remarks}
            limit={councilLimits.remarks}
            rows={2}
            disabled={disabled}
            onValue={(value) => writeMeeting('remarks', value)}
          />
        </div>
      </RefusedTextsContext>
    </Panel>
  );
}
