import { transcriptScreenWordings as wordings } from '#shared/options/transcripts/wordings.ts';
import { useAddressState } from '../../address/use-address-state.ts';
import { Tabs } from '../../ui/controls/tabs.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { EarlierMarks } from './earlier-marks.tsx';
import { ListsAndPaper } from './lists-and-paper.tsx';
import { StudentTranscript } from './student-transcript.tsx';
import { TranscriptStudents } from './transcript-students.tsx';
import styles from './transcripts.module.css';

const tabs = [
  { key: 'students', label: 'Students' },
  { key: 'earlier', label: wordings.importTitle },
  { key: 'lists', label: 'Lists and Blank Paper' },
] as const;
type Tab = (typeof tabs)[number]['key'];

/** Transcripts and certificates of students, marks of earlier terms, lists of posted terms, and paper to write on. */
export default function Transcripts() {
  const place = useAddressState();
  const student = place.get('student');
  if (student !== null) return <StudentTranscript key={student} studentId={student} />;
  const shown = place.get('show');
  const tab: Tab = shown === 'earlier' || shown === 'lists' ? shown : 'students';
  return (
    <>
      <ScreenHead title={wordings.title} />
      <p className={styles.text}>{wordings.about}</p>
      <Tabs
        label={wordings.title}
        tabs={tabs}
        chosen={tab}
        onChosen={(key) => place.goTo({ show: key === 'students' ? null : key }, { replace: true })}
      >
        <div className={styles.panel}>
          {tab === 'students' && <TranscriptStudents />}
          {tab === 'earlier' && <EarlierMarks />}
          {tab === 'lists' && <ListsAndPaper />}
        </div>
      </Tabs>
    </>
  );
}
