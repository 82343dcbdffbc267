// Numbers and results in words.

/** Returns seconds as a clock shows them: "12:05", "1:02:05"; with tenths below ten seconds. */
export function clockText(seconds: number): string {
  if (seconds < 10) return `0:0${(Math.floor(Math.max(0, seconds) * 10) / 10).toFixed(1)}`;
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Returns a duration in words: "about 40 seconds", "about 2 minutes". */
export function aboutSeconds(seconds: number): string {
  if (seconds < 5) return "a few seconds";
  if (seconds < 90) return `about ${Math.round(seconds / 5) * 5} seconds`;
  return `about ${Math.round(seconds / 60)} minutes`;
}

/** Returns a result in words: "Black wins by 3.5", "White wins by resignation". Unknown texts stay as they are. */
export function resultInWords(result: string): string {
  const found = /^([BW])\+(.*)$/i.exec(result);
  if (!found) return /^(0|draw|jigo)$/i.test(result) ? "Draw" : result;
  const side = found[1]?.toUpperCase() === "B" ? "Black" : "White";
  const how = (found[2] ?? "").toLowerCase();
  if (how.startsWith("r")) return `${side} wins by resignation`;
  if (how.startsWith("t")) return `${side} wins on time`;
  if (how.startsWith("f")) return `${side} wins by forfeit`;
  return /^[0-9]/.test(how) ? `${side} wins by ${Number(how)} ${Number(how) === 1 ? "point" : "points"}` : `${side} wins`;
}

/** Returns a lead in words, from Black's view: "Black leads by 3.5". */
export function leadInWords(lead: number): string {
  const rounded = Math.round(Math.abs(lead) * 10) / 10;
  if (rounded < 0.25) return "The game is even";
  return `${lead > 0 ? "Black" : "White"} leads by ${rounded}`;
}

/** Returns a probability as a percentage: "54 %". */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** Returns a large number briefly: "950", "1.2k", "34k", "1.5M". */
export function brief(count: number): string {
  if (count < 1000) return String(count);
  if (count < 9950) return `${(count / 1000).toFixed(1)}k`;
  if (count < 999_500) return `${Math.round(count / 1000)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
}

/** Returns a count with its noun: "1 move", "2 moves". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Returns a level in words: "10 kyu", "1 dan". */
export function levelInWords(level: string): string {
  const found = /^([0-9]+)([kd])$/.exec(level);
  return found ? `${found[1] ?? ""} ${found[2] === "k" ? "kyu" : "dan"}` : level;
}

/** Returns a sentence about who a level suits. */
export function levelHint(level: string | null): string {
  const found = level === null ? null : /^([0-9]+)([kd])$/.exec(level);
  if (!found) return "As strong as this computer allows";
  const kyu = found[2] === "d" ? 0 : Number(found[1]);
  if (kyu >= 18) return "For the first games after learning the rules";
  if (kyu >= 14) return "For beginners who know how to capture";
  if (kyu >= 10) return "For players with some experience";
  if (kyu >= 6) return "For regular club players";
  if (kyu >= 2) return "For strong club players";
  return "The strongest level";
}

/** Returns when something was, from now: "today, 14:05", "12 May". */
export function dateInWords(seconds: number, now: Date): string {
  const date = new Date(seconds * 1000);
  const time = date.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (date.toDateString() === now.toDateString()) return `today, ${time}`;
  const isThisYear = date.getFullYear() === now.getFullYear();
  return date.toLocaleDateString("en-GB", { day: "numeric", month: "short", ...(isThisYear ? {} : { year: "numeric" }) });
}
