import { attendanceContract } from '#shared/attendance/contract.ts';
import { documentHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = documentHandler(
  attendanceContract,
  {
    printClassAttendance: () => import('./print-reports.ts'),
    printLateList: () => import('./print-reports.ts'),
    printAttendanceSummary: () => import('./print-reports.ts'),
    printStudentAttendance: () => import('./print-reports.ts'),
    readImportRun: () => import('../import/import-scans.ts'),
    importScans: () => import('../import/import-scans.ts'),
    previewImport: () => import('../import/preview-import.ts'),
  },
  authenticator,
);
