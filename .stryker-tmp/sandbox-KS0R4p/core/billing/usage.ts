function stryNS_9fa48() {
  var g = typeof globalThis === 'object' && globalThis && globalThis.Math === Math && globalThis || new Function("return this")();
  var ns = g.__stryker__ || (g.__stryker__ = {});
  if (ns.activeMutant === undefined && g.process && g.process.env && g.process.env.__STRYKER_ACTIVE_MUTANT__) {
    ns.activeMutant = g.process.env.__STRYKER_ACTIVE_MUTANT__;
  }
  function retrieveNS() {
    return ns;
  }
  stryNS_9fa48 = retrieveNS;
  return retrieveNS();
}
stryNS_9fa48();
function stryCov_9fa48() {
  var ns = stryNS_9fa48();
  var cov = ns.mutantCoverage || (ns.mutantCoverage = {
    static: {},
    perTest: {}
  });
  function cover() {
    var c = cov.static;
    if (ns.currentTestId) {
      c = cov.perTest[ns.currentTestId] = cov.perTest[ns.currentTestId] || {};
    }
    var a = arguments;
    for (var i = 0; i < a.length; i++) {
      c[a[i]] = (c[a[i]] || 0) + 1;
    }
  }
  stryCov_9fa48 = cover;
  cover.apply(null, arguments);
}
function stryMutAct_9fa48(id) {
  var ns = stryNS_9fa48();
  function isActive(id) {
    if (ns.activeMutant === id) {
      if (ns.hitCount !== void 0 && ++ns.hitCount > ns.hitLimit) {
        throw new Error('Stryker: Hit count limit reached (' + ns.hitCount + ')');
      }
      return true;
    }
    return false;
  }
  stryMutAct_9fa48 = isActive;
  return isActive(id);
}
import type { Instant } from '../kernel/caller.ts';
import type { UserId } from '../kernel/ids.ts';
import type { Period } from './period.ts';

/** How many links an account created in a month, and what was bought on top of its allowance. */
export interface Usage {
  readonly owner: UserId;
  readonly period: Period;
  readonly linksCreated: number;
  readonly refillLinks: number;
  /** In how many packs the refill was bought. */
  readonly refillCount: number;
}
export interface AutoRefill {
  readonly enabled: boolean;
  /** A pack is bought when use comes to this share of what is available, 1–100. */
  readonly thresholdPercent: number;
  readonly refillPackLinks: number;
  /** Whole currency units in a month of use. */
  readonly maxMonthlySpend: number;
}
export const NO_AUTO_REFILL: AutoRefill = stryMutAct_9fa48("293") ? {} : (stryCov_9fa48("293"), {
  enabled: stryMutAct_9fa48("294") ? true : (stryCov_9fa48("294"), false),
  thresholdPercent: 90,
  refillPackLinks: 1000,
  maxMonthlySpend: 0
});

/** Whether so much use asks for another pack. */
export const wantsRefill = stryMutAct_9fa48("295") ? () => undefined : (stryCov_9fa48("295"), (() => {
  const wantsRefill = ({
    linksCreated,
    refillLinks
  }: Usage, allowance: number, {
    enabled,
    thresholdPercent
  }: AutoRefill) => stryMutAct_9fa48("298") ? enabled || linksCreated * 100 >= (allowance + refillLinks) * thresholdPercent : stryMutAct_9fa48("297") ? false : stryMutAct_9fa48("296") ? true : (stryCov_9fa48("296", "297", "298"), enabled && (stryMutAct_9fa48("301") ? linksCreated * 100 < (allowance + refillLinks) * thresholdPercent : stryMutAct_9fa48("300") ? linksCreated * 100 > (allowance + refillLinks) * thresholdPercent : stryMutAct_9fa48("299") ? true : (stryCov_9fa48("299", "300", "301"), (stryMutAct_9fa48("302") ? linksCreated / 100 : (stryCov_9fa48("302"), linksCreated * 100)) >= (stryMutAct_9fa48("303") ? (allowance + refillLinks) / thresholdPercent : (stryCov_9fa48("303"), (stryMutAct_9fa48("304") ? allowance - refillLinks : (stryCov_9fa48("304"), allowance + refillLinks)) * thresholdPercent)))));
  return wantsRefill;
})());

/** A pack on order. One is open or refused at a time in a month, so that racing requests order it once. */
export interface RefillOrder {
  readonly id: string;
  readonly owner: UserId;
  readonly period: Period;
  readonly links: number;
  /** Refused ones are not tried again; closed ones were refused until the owner changed what led to it. */
  readonly status: 'OPEN' | 'PAID' | 'REFUSED' | 'CLOSED';
  /** What it cost, in hundredths of the currency's unit; null until paid. */
  readonly amount: number | null;
  readonly attempts: number;
  readonly nextAttemptAt: Instant;
  /** Why the last attempt failed, or why it was refused. */
  readonly failure: string | null;
  readonly createdAt: Instant;
}