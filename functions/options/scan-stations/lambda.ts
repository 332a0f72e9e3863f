import { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { apiHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from './station-authenticator.ts';

export const handler = apiHandler(
  scanStationsContract,
  {
    addAttendanceStation: () => import('./manage-stations.ts'),
    listAttendanceStations: () => import('./manage-stations.ts'),
    endAttendanceStation: () => import('./manage-stations.ts'),
    restoreAttendanceStation: () => import('./manage-stations.ts'),
    listRefusedScans: () => import('./refused-scans.ts'),
    acceptRefusedScans: () => import('./accept-refused-scans.ts'),
    dismissRefusedScans: () => import('./refused-scans.ts'),
    readStationPicture: () => import('./station-scans.ts'),
    receiveStationScans: () => import('./station-scans.ts'),
    readStationStart: () => import('./station-start.ts'),
  },
  authenticator,
);
