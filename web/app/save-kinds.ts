// Every kind of saved value, so that values stored on the device are sent on any screen.
import '../features/attendance/register/register-save.ts';
import '../features/marks/mark-book/book-line-save.ts';
import '../features/marks/mark-sheet/use-mark-sheet.ts';
import '../features/term-reports/report-saves.ts';
import '../features/marks/weekly-tests/weekly-mark-save.ts';
