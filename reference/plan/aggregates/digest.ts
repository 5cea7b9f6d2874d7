/** Up to this number of values, each is kept and quantiles are exact. */
const maxExact = 8192;

/** Compression of the t-digest; the number of clusters is at most about twice this. */
const compression = 400;

/** The mean of `weight` values. */
interface Cluster {
  readonly mean: number;
  readonly weight: number;
}

/**
 * The distribution of numbers: exact up to `maxExact` values, then a merging t-digest, whose clusters are small at the
 * ends and large in the middle, so that quantiles near 0 and 1 stay accurate.
 */
export class Digest {
  #buffer: number[] = [];
  #clusters: readonly Cluster[] = [];
  #count = 0;

  add(value: number): void {
    this.#buffer.push(value);
    this.#count++;
    if (this.#buffer.length >= maxExact) this.#merge();
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return 64 + this.#buffer.length * 8 + this.#clusters.length * 32;
  }

  /**
   * Takes a share between 0 and 1; returns the value below which this share of all values lies, interpolated linearly,
   * or undefined without values.
   */
  quantile(share: number): number | undefined {
    return quantileOf(this.#sorted(), share, this.#count);
  }

  /** Returns the median of the distances from the median; undefined without values. */
  medianDeviation(): number | undefined {
    const middle = this.quantile(0.5);
    if (middle === undefined) return undefined;
    const distances = this.#sorted().map(({ mean, weight }) => ({
      mean: Math.abs(mean - middle),
      weight,
    }));
    return quantileOf(distances.sort(byMean), 0.5, this.#count);
  }

  #sorted(): Cluster[] {
    const own = this.#buffer.map((mean) => ({ mean, weight: 1 }));
    return [...this.#clusters, ...own].sort(byMean);
  }

  #merge(): void {
    const merged: Cluster[] = [];
    let current: Cluster | undefined;
    let before = 0;
    let bound = boundAfter(0);
    for (const next of this.#sorted()) {
      const weight = (current?.weight ?? 0) + next.weight;
      if (current !== undefined && (before + weight) / this.#count > bound) {
        merged.push(current);
        before += current.weight;
        bound = boundAfter(before / this.#count);
        current = next;
      } else current = joined(current, next);
    }
    if (current !== undefined) merged.push(current);
    this.#clusters = merged;
    this.#buffer = [];
  }
}

function joined(a: Cluster | undefined, b: Cluster): Cluster {
  if (a === undefined) return b;
  const weight = a.weight + b.weight;
  return { mean: a.mean + ((b.mean - a.mean) * b.weight) / weight, weight };
}

/** Takes the share of values before a cluster; returns the greatest share that may lie before the next one. */
function boundAfter(share: number): number {
  const scale = (compression / (2 * Math.PI)) * Math.asin(2 * share - 1);
  const next = ((scale + 1) * 2 * Math.PI) / compression;
  return next >= Math.PI / 2 ? 1 : (Math.sin(next) + 1) / 2;
}

function quantileOf(
  clusters: readonly Cluster[],
  share: number,
  count: number,
): number | undefined {
  const [first] = clusters;
  if (first === undefined) return undefined;
  const wanted = share * (count - 1);
  let before = 0;
  let last = first;
  // The mean of a cluster is placed in the middle of its ranks.
  let lastPlace = (first.weight - 1) / 2;
  for (const cluster of clusters) {
    const place = before + (cluster.weight - 1) / 2;
    if (place >= wanted) {
      if (place === wanted || cluster === first) return cluster.mean;
      const part = (wanted - lastPlace) / (place - lastPlace);
      return last.mean + (cluster.mean - last.mean) * part;
    }
    before += cluster.weight;
    last = cluster;
    lastPlace = place;
  }
  return last.mean;
}

function byMean(a: Cluster, b: Cluster): number {
  return a.mean - b.mean;
}
