import { termReportsContract } from '#shared/term-reports/contract.ts';
import { doors } from '../auth/store.ts';
import { apiHandler } from '../platform/pipeline.ts';
import { classTermReports } from './class-term-reports.ts';
import { deleteSubjectRecord } from './editing/delete-subject-record.ts';
import { saveTermReport } from './editing/save-term-report.ts';
import { updateSubjectRecord } from './editing/update-subject-record.ts';
import { coCurriculars } from './lists/co-curriculars.ts';
import { formClasses } from './lists/form-classes.ts';
import { formClassesChangeClass } from './lists/form-classes-change-class.ts';
import { musicClasses } from './lists/music-classes.ts';
import { reportSubjects } from './lists/report-subjects.ts';
import { studentSubjectRecords } from './lists/student-subject-records.ts';
import { studentsRegistered } from './lists/students-registered.ts';
import { changeClass } from './more-options/change-class.ts';
import { classTermSettings } from './more-options/class-term-settings.ts';
import { deleteTermReport } from './more-options/delete-term-report.ts';
import { setNewTermBeginning } from './more-options/set-new-term-beginning.ts';
import { setPossibleAttendance } from './more-options/set-possible-attendance.ts';
import { undoChange } from './more-options/undo-change.ts';
import { postTermReports } from './posting/post-term-reports.ts';
import { postingCheck } from './posting/posting-check.ts';
import { termReportsPosted } from './posting/term-reports-posted.ts';
import { printReportCards } from './whole-school/print-report-cards.ts';
import { reportCardFiles } from './whole-school/report-card-files.ts';

export const handler = apiHandler(
  termReportsContract,
  {
    changeClass,
    classTermReports,
    classTermSettings,
    coCurriculars,
    deleteSubjectRecord,
    deleteTermReport,
    formClasses,
    formClassesChangeClass,
    musicClasses,
    postTermReports,
    postingCheck,
    printReportCards,
    reportCardFiles,
    reportSubjects,
    saveTermReport,
    setNewTermBeginning,
    setPossibleAttendance,
    studentSubjectRecords,
    studentsRegistered,
    termReportsPosted,
    undoChange,
    updateSubjectRecord,
  },
  doors,
);
