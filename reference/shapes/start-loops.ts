import type { Timer } from '../base/environment.ts';
import type { Service } from '../operations/service.ts';
import type { Shape } from './shape.ts';

/** Starts what a shape repeats; returns the function that stops it. */
export function startLoops({ loops = [] }: Shape, service: Service): () => void {
  const timers = loops.map(({ every_ms, run }) => {
    let timer: Timer;
    const arm = (): void => {
      timer = service.environment.setTimer(every_ms, () => {
        run(service);
        arm();
      });
    };
    arm();
    return () => timer.cancel();
  });
  return () => timers.forEach((cancel) => cancel());
}
