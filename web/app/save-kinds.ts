// Every kind of typed value, so that what a device kept is sent on any screen.
import '../features/attendance/register/register-save.ts';
import '../features/marks/mark-book/book-line-save.ts';
import '../features/marks/mark-sheet/subject-record-save.ts';
import '../features/term-reports/report-saves.ts';
import '../features/marks/weekly-tests/weekly-mark-save.ts';
