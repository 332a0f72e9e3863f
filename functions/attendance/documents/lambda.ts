import { attendanceContract } from '#shared/attendance/contract.ts';
import { documentHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = documentHandler(
  attendanceContract,
  {
    attendanceReportClass: () => import('./print-reports.ts'),
    attendanceReportClassExcel: () => import('./print-workbooks.ts'),
    attendanceReportLate: () => import('./print-reports.ts'),
    attendanceReportLateExcel: () => import('./print-workbooks.ts'),
    attendanceReportSummary: () => import('./print-reports.ts'),
    attendanceReportSummaryExcel: () => import('./print-workbooks.ts'),
    studentCards: () => import('./student-cards.ts'),
    studentAttendanceReport: () => import('./print-reports.ts'),
    studentAttendanceReportExcel: () => import('./print-workbooks.ts'),
    importRun: () => import('../import/import-scans.ts'),
    importScans: () => import('../import/import-scans.ts'),
    previewImport: () => import('../import/preview-import.ts'),
  },
  authenticator,
);
