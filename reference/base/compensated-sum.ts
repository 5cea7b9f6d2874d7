/** A sum of doubles whose rounding errors are summed separately (Neumaier), so that their order hardly affects it. */
export class CompensatedSum {
  #sum = 0;
  #error = 0;

  get value(): number {
    return this.#sum + this.#error;
  }

  add(value: number): void {
    const next = this.#sum + value;
    const added = next - this.#sum;
    this.#error += this.#sum - (next - added) + (value - added);
    this.#sum = next;
  }
}
