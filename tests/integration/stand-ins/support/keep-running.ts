/** Run as a process of its own by the tests of what a killed process leaves behind: starts everything and stays. */
import { startStandIns } from '../../../../local/stand-ins.ts';

await startStandIns({ dataFolder: process.argv[2] ?? ':memory:' });
console.log('ready');
