import { readFileSync } from 'node:fs';

/**
 * The most memory that this process had, in megabytes. `resourceUsage().maxRSS` of a child begins with what its parent
 * had, where the kernel says that of the process alone.
 */
export function mostMemory(): number {
  try {
    const status = readFileSync('/proc/self/status', 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
  } catch {
    return process.resourceUsage().maxRSS / 1024;
  }
}
