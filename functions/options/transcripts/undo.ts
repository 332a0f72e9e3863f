import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { officeOfTranscripts } from '#shared/options/transcripts/office.ts';
import { nameWithId } from '#shared/people/shared-names.ts';
import { byRecords, listActsHandler, undoableKinds, undoHandler } from '../../platform/undo/undo-calls.ts';
import { readStudentNames, studentAuditSubject } from '../../students/records/store.ts';
import { EarlierMarksEntity, undoableEarlierMarks } from './records/earlier-marks.ts';

const earlierMarks = undoableKinds(
  undoableEarlierMarks,
  { openTo: officeOfTranscripts },
  {
    'earlier marks imported': {
      undo: byRecords(
        () => ({
          of: [EarlierMarksEntity],
          what: 'these marks',
          rest: (back) => ({
            trail: back.map(({ id }) => ({
              subject: studentAuditSubject(String(id.studentId)),
              changes: [{ field: 'earlier marks', before: 'imported', after: 'as before the import' }],
            })),
          }),
        }),
        async (left) => {
          const ids = left.map(({ record }) => String(record.id.studentId));
          const names = await readStudentNames(ids);
          return ids.map((id) => nameWithId({ name: names.get(id) ?? id, student_id: id }));
        },
      ),
    },
  },
);

const undos = { 'earlier-marks': async () => earlierMarks };

export const undoAct = undoHandler(transcriptsContract.undoAct, undos);
export const listActs = listActsHandler(transcriptsContract.listActs, undos);
