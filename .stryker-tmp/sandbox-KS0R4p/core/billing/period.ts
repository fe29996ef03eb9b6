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

/** A month of use; `end` belongs to the next one. */
export interface Period {
  readonly start: Instant;
  readonly end: Instant;
}

/**
 * The month around `now` that begins on the anchor day, midnight UTC. In a month too short for it the day is the month's last,
 * as card providers count, and the next month has the full anchor day again.
 * @param anchorDay day of the month, 1–31
 */
export function monthAround(anchorDay: number, now: Instant): Period {
  if (stryMutAct_9fa48("138")) {
    {}
  } else {
    stryCov_9fa48("138");
    const date = new Date(now);
    const month = stryMutAct_9fa48("139") ? date.getUTCFullYear() * 12 - date.getUTCMonth() : (stryCov_9fa48("139"), (stryMutAct_9fa48("140") ? date.getUTCFullYear() / 12 : (stryCov_9fa48("140"), date.getUTCFullYear() * 12)) + date.getUTCMonth());
    const thisMonth = anchorIn(month, anchorDay);
    return (stryMutAct_9fa48("144") ? now < thisMonth : stryMutAct_9fa48("143") ? now > thisMonth : stryMutAct_9fa48("142") ? false : stryMutAct_9fa48("141") ? true : (stryCov_9fa48("141", "142", "143", "144"), now >= thisMonth)) ? stryMutAct_9fa48("145") ? {} : (stryCov_9fa48("145"), {
      start: thisMonth,
      end: anchorIn(stryMutAct_9fa48("146") ? month - 1 : (stryCov_9fa48("146"), month + 1), anchorDay)
    }) : stryMutAct_9fa48("147") ? {} : (stryCov_9fa48("147"), {
      start: anchorIn(stryMutAct_9fa48("148") ? month + 1 : (stryCov_9fa48("148"), month - 1), anchorDay),
      end: thisMonth
    });
  }
}

/** Midnight UTC of the anchor day in the month, which is counted from the year 0. */
function anchorIn(month: number, anchorDay: number): Instant {
  if (stryMutAct_9fa48("149")) {
    {}
  } else {
    stryCov_9fa48("149");
    const year = Math.floor(stryMutAct_9fa48("150") ? month * 12 : (stryCov_9fa48("150"), month / 12));
    const lastDay = new Date(Date.UTC(year, stryMutAct_9fa48("151") ? month % 12 - 1 : (stryCov_9fa48("151"), (stryMutAct_9fa48("152") ? month * 12 : (stryCov_9fa48("152"), month % 12)) + 1), 0)).getUTCDate();
    return Date.UTC(year, stryMutAct_9fa48("153") ? month * 12 : (stryCov_9fa48("153"), month % 12), stryMutAct_9fa48("154") ? Math.max(anchorDay, lastDay) : (stryCov_9fa48("154"), Math.min(anchorDay, lastDay)));
  }
}