import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import javax.xml.transform.stream.StreamSource;
import net.sf.saxon.s9api.*;

/**
 * Runs generated Schematron stylesheets with Saxon. A line of standard input names a stylesheet and
 * its documents, with tabs between; the answer has a line for each document, then an empty one.
 * A line is `error` and a message, or the findings, as `id`, `test` and `location` with tabs between.
 * With the argument `time` it is the median time of judging the document, in milliseconds.
 */
public class Judge {
  public static void main(String[] arguments) throws Exception {
    Processor processor = new Processor(false);
    XsltCompiler compiler = processor.newXsltCompiler();
    compiler.setErrorListener(new Silent());
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, "UTF-8");
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] paths = line.split("\t");
      XsltExecutable stylesheet = null;
      String broken = "";
      try {
        stylesheet = compiler.compile(new StreamSource(new File(paths[0])));
      } catch (SaxonApiException error) {
        broken = String.valueOf(error.getMessage());
      }
      for (int at = 1; at < paths.length; at++) {
        boolean isTimed = arguments.length > 0 && arguments[0].equals("time");
        if (stylesheet == null) out.println("broken\t" + flat(broken));
        else out.println(isTimed ? timed(processor, stylesheet, paths[at]) : judged(processor, stylesheet, paths[at]));
      }
      out.println();
      out.flush();
    }
  }

  private static String judged(Processor processor, XsltExecutable stylesheet, String path) {
    try {
      XdmDestination report = new XdmDestination();
      Xslt30Transformer transformer = stylesheet.load30();
      transformer.setErrorListener(new Silent());
      XdmNode document = processor.newDocumentBuilder().build(new File(path));
      transformer.setGlobalContextItem(document);
      transformer.applyTemplates(document, report);
      StringBuilder found = new StringBuilder("judged");
      for (XdmNode node : (Iterable<XdmNode>) () -> descendants(report.getXdmNode())) {
        QName name = node.getNodeName();
        if (name == null || !(name.getLocalName().equals("failed-assert") || name.getLocalName().equals("successful-report"))) continue;
        for (String attribute : new String[] {"id", "test", "location"}) {
          String value = node.getAttributeValue(new QName(attribute));
          found.append('\t').append(value == null ? "" : flat(value));
        }
      }
      return found.toString();
    } catch (SaxonApiException error) {
      return "error\t" + flat(String.valueOf(error.getMessage()));
    }
  }

  /** The document has been read; the first two seconds warm up. */
  private static String timed(Processor processor, XsltExecutable stylesheet, String path) {
    try {
      XdmNode document = processor.newDocumentBuilder().build(new File(path));
      List<Double> samples = new ArrayList<>();
      long began = System.nanoTime();
      while (System.nanoTime() - began < 3e9 || samples.size() < 3) {
        long start = System.nanoTime();
        Xslt30Transformer transformer = stylesheet.load30();
        transformer.setErrorListener(new Silent());
        transformer.setGlobalContextItem(document);
        transformer.applyTemplates(document, new XdmDestination());
        if (System.nanoTime() - began > 2e9) samples.add((System.nanoTime() - start) / 1e6);
      }
      Collections.sort(samples);
      return String.valueOf(samples.get(samples.size() / 2));
    } catch (SaxonApiException error) {
      return "error\t" + flat(String.valueOf(error.getMessage()));
    }
  }

  private static Iterator<XdmNode> descendants(XdmNode node) {
    List<XdmNode> found = new ArrayList<>();
    XdmSequenceIterator<XdmNode> nodes = node.axisIterator(Axis.DESCENDANT);
    while (nodes.hasNext()) found.add(nodes.next());
    return found.iterator();
  }

  private static String flat(String text) {
    return text.trim().replaceAll("\\s+", " ");
  }

  private static class Silent implements javax.xml.transform.ErrorListener {
    public void warning(javax.xml.transform.TransformerException error) {}
    public void error(javax.xml.transform.TransformerException error) {}
    public void fatalError(javax.xml.transform.TransformerException error) {}
  }
}
